/** In the place of the client's own redaction: the service does it, and says how many secrets it replaced. */
export const redactValue = <Value>(value: Value): { value: Value; places: never[] } => ({
  value,
  places: [],
});
