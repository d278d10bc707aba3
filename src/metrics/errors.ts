import { ContenderError } from "../core/errors.js";

/** A setting of the metrics that makes no sense, such as a year without days. */
export class MetricSettingsError extends ContenderError {
  readonly code = "METRIC_SETTINGS";
}
