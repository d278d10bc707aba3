import { openApiDocument, type OpenApiDocument } from "../contract/index.js";
import { version } from "./package.js";

/** The OpenAPI 3.1 document of the service's interface. */
export function openApi(): OpenApiDocument {
  return openApiDocument(version());
}
