import type { Clock } from "../../core/time/clock.js";
import type { Venue } from "../../model/venue.js";

/**
 * The venue behind a network: what is sent is executed `latency` milliseconds of the clock later, at the price of that
 * moment, by an event of the clock. The quote before it answers at once: its time is part of the latency, so that a
 * decision at T is filled at the price at T + latency. Reads answer at once.
 */
export function delayedExecution(venue: Pick<Venue, "execute">, clock: Clock, latency: number): Venue["execute"] {
  if (latency === 0) return (request, options) => venue.execute(request, options);
  return (request, options) =>
    new Promise((resolve) => {
      const execute = (): void => resolve(venue.execute(request, options));
      // Asked for once more when it is due: a tick or a sample of that very moment comes first, whichever was asked for before.
      clock.at(clock.now() + latency, () => clock.at(clock.now(), execute));
    });
}
