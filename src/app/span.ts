/** When a competition begins and ends, epoch milliseconds; `to` is null if the end is unknown. */
export interface Span {
  readonly from: number;
  readonly to: number | null;
}
