import type { Part } from "../machinery/part.js";
import { playKeyRound } from "./round.js";

export const part: Part = {
  name: "key",
  promises: [
    "A rotation of the key that is killed anywhere leaves a valid key on disk, with which the next command works; but between the service's answer and the write of it, where nobody can help: then the next command says so, and what to do.",
    "Ctrl-C does not end a rotation between the service's answer and the disk.",
    "Where the network loses the request of a rotation or its answer, the message says what became of the key, and the key file is as it was.",
    "Key files are open to their owner alone (0600), and no key stands in any other file or output.",
  ],
  how: "Processes of `contender key rotate` over real HTTP end themselves by SIGKILL at labelled points of the rotation; some are interrupted there, or lose the request or the answer by the sandbox's faults. After each of them another process of the command line asks the service (or rotates again), and the judge compares the keys on disk with the one that the sandbox holds valid, looks at modes, and searches every file and output for every key that there was.",
  target: { kills: 200 },
  round: (seed) => playKeyRound(seed),
};
