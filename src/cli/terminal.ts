/** Where a command prints, and where it leaves its exit code. */
export interface Terminal {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  finish(code: number): void;
}
