import { fstatSync, writeFileSync } from "node:fs";
import { Writable } from "node:stream";
import { systemClock } from "../core/time/system-clock.js";

type Output = NodeJS.WritableStream & { readonly fd: number };

/**
 * Standard output, which fails where what is written does not fit. Node's own stream takes it for written where a disk that
 * is nearly full has room for a part of it.
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
    return false; // None at all, or none that Node knows: its own stream deals with that.
  }
}

/**
 * Watches a stream for what cannot be written. Gives what waits until all that was written is out, or for so many
 * milliseconds, and gives the error that lost some of it, or null. A reader that goes away (`contender trades | head`) ends
 * the output, and is no error; nor is one who does not read.
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
