import { DAY } from "../core/time/duration.js";
import { MetricSettingsError } from "./errors.js";
import type { MetricSettings } from "./metric.js";

/** What is taken where nothing is said: 365 days a year, nothing risk-free, a target of 0, tails of 5 %. */
export const DEFAULT_METRIC_SETTINGS: MetricSettings = { daysPerYear: 365, riskFree: 0, target: 0, tail: 0.05 };

/** Periods in a year: what annualised figures are raised to or multiplied with. */
export function periodsPerYear(period: number, daysPerYear: number): number {
  return (daysPerYear * DAY) / period;
}

/**
 * The settings that were said, and the usual ones for the rest.
 *
 * @throws MetricSettingsError for a year without days, a tail that is not above 0 and at most 0.5, or anything that is not a number
 */
export function metricSettings(said: Partial<MetricSettings> = {}): MetricSettings {
  const settings = { ...DEFAULT_METRIC_SETTINGS, ...said };
  const wrong = (name: keyof MetricSettings, must: string): MetricSettingsError =>
    new MetricSettingsError(`The metrics' ${name} is ${settings[name]}`, { remedy: `Give ${must}.` });
  if (!(settings.daysPerYear > 0 && Number.isFinite(settings.daysPerYear)))
    throw wrong("daysPerYear", "the days of a year, above 0, such as 365 or 252");
  if (!(settings.tail > 0 && settings.tail <= 0.5))
    throw wrong("tail", "the share of the worst periods, above 0 and at most 0.5, such as 0.05");
  for (const name of ["riskFree", "target"] as const)
    if (!Number.isFinite(settings[name])) throw wrong(name, "the return of a period as a fraction, such as 0.0001");
  return settings;
}
