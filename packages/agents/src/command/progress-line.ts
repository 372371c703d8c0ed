import { printable } from '@memory/text/printable';

const EVERY_MS = 200;
/** Where nobody looks, a log keeps a line now and then. */
const LOGGED_EVERY_MS = 10_000;

export class ProgressLine {
  #shownAt = 0;
  #isShown = false;

  show(text: string): void {
    const isTerminal = process.stderr.isTTY;
    const now = Date.now();
    if (this.#shownAt === 0 && !isTerminal) this.#shownAt = now;
    if (now - this.#shownAt < (isTerminal ? EVERY_MS : LOGGED_EVERY_MS)) return;
    this.#shownAt = now;
    this.#isShown = isTerminal;
    if (isTerminal) process.stderr.write('\r\u001B[K');
    process.stderr.write(printable(isTerminal ? text : `${text}\n`));
  }

  end(): void {
    if (this.#isShown) process.stderr.write('\r\u001B[K');
    this.#isShown = false;
  }
}
