export interface Finding {
  /** `service`, `spool`, or an agent's id. */
  about: string;
  status: 'ok' | 'warning' | 'failure';
  message: string;
  remedy?: string;
}

export const ok = (about: string, message: string): Finding => ({ about, status: 'ok', message });
export const warning = (about: string, message: string, remedy: string): Finding => ({
  about,
  status: 'warning',
  message,
  remedy,
});
export const failure = (about: string, message: string, remedy: string): Finding => ({
  about,
  status: 'failure',
  message,
  remedy,
});

/** `3 minutes`, `2 days`: one unit is enough. */
export function ageOf(since: Date, now = new Date()): string {
  const seconds = Math.max(0, (now.getTime() - since.getTime()) / 1_000);
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
    ['second', 1],
  ] as const;
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? ['second', 1];
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
