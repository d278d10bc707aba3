/** When a competition begins and ends, epoch milliseconds; `to` is null where nobody knows its end. */
export interface Span {
  readonly from: number;
  readonly to: number | null;
}
