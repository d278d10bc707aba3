import { fstatSync, writeFileSync } from "node:fs";
import { Writable } from "node:stream";
import { systemClock } from "../core/time/system-clock.js";

type Output = NodeJS.WritableStream & { readonly fd: number };

/**
 * Standard output that fails if a write does not fit on the disk. Node's own stream reports success when a nearly full
 * disk took only a part.
 */
export function wholeOutput(stdout: Output): NodeJS.WritableStream {
  if (!isFile(stdout)) return stdout;
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        writeFileSync(stdout.fd, chunk);
      } catch (error) {
        done(error as Error);
        return;
      }
      done();
    },
  });
}

function isFile({ fd }: Output): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false; // Closed, or unknown to Node; its own stream handles that.
  }
}

/**
 * Watches a stream for failed writes. Returns a function that waits until all output is written, or for the given
 * milliseconds, and returns the error that lost output, or null. A reader that goes away (`contender trades | head`) or
 * does not read is no error.
 */
export function watchOutput(stream: NodeJS.WritableStream): (within?: number) => Promise<Error | null> {
  let lost: Error | null = null;
  const note = (error?: NodeJS.ErrnoException | null): void => {
    if (!error || error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED") return;
    lost ??= error;
  };
  stream.on("error", note);
  return (within) =>
    new Promise((resolve) => {
      if (within !== undefined) systemClock.at(systemClock.now() + within, () => resolve(lost));
      stream.write("", (error) => {
        note(error);
        resolve(lost);
      });
    });
}
