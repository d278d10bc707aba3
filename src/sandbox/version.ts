/** What health, and the document of the interface, say that the service is. */
export const VERSION = "contender-sandbox";
