import { OPERATION_IDS } from "../../src/contract/index.js";
import { pointsOf } from "../../src/model/points.js";

/** Every labelled point. */
export const POINTS = pointsOf(OPERATION_IDS);
