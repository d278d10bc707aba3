import { operations, type OperationId } from "../../../src/contract/index.js";
import type { Random } from "../../../src/core/random.js";
import type { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import type { Sending, Transport, HttpAnswer } from "../../../src/gateway/transport.js";
import { bodyOf, operationOf } from "./answers.js";
import type { PauseJudge, Sender } from "./pauses.js";
import type { WindowJudge } from "./windows.js";

/** What may become of a request, beside a proper answer. */
export const FAULTS = ["lost before", "lost after", "never answered", "500", "429", "429 without headers"] as const;
export type Fault = (typeof FAULTS)[number];

export interface NetworkSettings {
  /** Either way, milliseconds, at most. */
  readonly latency: number;
  /** The share of requests that something happens to. */
  readonly faulty: number;
  /** Milliseconds after which the client gives up; until then whatever was sent may still arrive. */
  readonly deadlineMs: number;
}

/** Between the processes and the server: every request takes a time of its own, so that they overtake one another. */
export class Network {
  readonly faults: Record<string, number> = {};
  /** While it is true time below this, the server answers 429 whatever comes. */
  stormUntil = -Infinity;

  constructor(
    private readonly truth: SimulatedClock,
    private readonly judge: WindowJudge,
    private readonly pauses: PauseJudge,
    private readonly settings: NetworkSettings,
    private readonly random: Random,
  ) {}

  /** How a process reaches the server. One that is dead sends nothing, and hears nothing. */
  transport(alive: () => boolean, from: Sender): Transport {
    return {
      origin: "simulated",
      send: ({ method, path }) => this.#send(operationOf(method, path), alive, from),
      close: () => Promise.resolve(),
    };
  }

  #send(id: OperationId, alive: () => boolean, from: Sender): Sending {
    let abort!: (reason: Error) => void;
    let waited = true;
    const answer = new Promise<HttpAnswer>((resolve, reject) => {
      abort = (reason) => {
        waited = false;
        reject(reason);
      };
      if (alive()) this.#travel(id, { from, alive, waits: () => waited, resolve, reject });
    });
    return { answer, abort };
  }

  #travel(id: OperationId, process: Listener): void {
    const { truth, random, settings } = this;
    const fault = this.#fault();
    const up = random.int(settings.latency + 1);
    const down = random.int(settings.latency + 1);
    const { epoch } = this.judge;
    const sent = truth.now();
    const arrive = (after: number): void => {
      truth.at(truth.now() + after, () => {
        if (!operations[id].auth) return;
        this.judge.arrived(operations[id], truth.now(), epoch);
        this.pauses.arrived(operations[id], process.from, sent, truth.now());
      });
    };
    const hear = (after: number, tell: () => void): void => {
      truth.at(truth.now() + after, () => {
        if (process.alive()) tell();
      });
    };
    const broken = (): void => process.reject(new Error("the connection broke"));
    switch (fault) {
      case "lost before":
        hear(up, broken);
        return;
      case "lost after":
        // A proxy may have hung up and forward it all the same, later.
        arrive(random.int(settings.deadlineMs));
        hear(random.int(up + down + 1), broken);
        return;
      case "never answered":
        // It may stand in a queue of the network until the client hangs up.
        arrive(random.int(settings.deadlineMs));
        return;
      default:
        arrive(up);
        hear(up + down, () => process.resolve(this.#answer(id, fault, process)));
    }
  }

  #answer(id: OperationId, fault: Fault | null, { from, waits }: Listener): HttpAnswer {
    if (fault === "500") return { status: 500, headers: {}, body: "" };
    if (fault === null) return { status: 200, headers: {}, body: bodyOf(id) };
    const seconds = 1 + this.random.int(20);
    if (waits()) this.pauses.heard(operations[id], fault === "429" ? seconds : null, from, this.truth.now());
    const text = fault === "429" ? `Rate limit exceeded. Try again in ${seconds} seconds.` : "Slow down";
    const body = JSON.stringify({ success: false, error: text });
    return { status: 429, headers: fault === "429" ? { "retry-after": String(seconds) } : {}, body };
  }

  #fault(): Fault | null {
    const { random } = this;
    const storm = this.truth.now() < this.stormUntil;
    const faulty = random.next() < this.settings.faulty;
    const fault = storm ? (FAULTS[4 + random.int(2)] as Fault) : faulty ? (FAULTS[random.int(6)] as Fault) : null;
    if (fault !== null) this.faults[fault] = (this.faults[fault] ?? 0) + 1;
    return fault;
  }
}

interface Listener {
  readonly from: Sender;
  readonly alive: () => boolean;
  /** Whether it has not given up this request. */
  readonly waits: () => boolean;
  readonly resolve: (answer: HttpAnswer) => void;
  readonly reject: (reason: Error) => void;
}
