/** First come, first served for each asker; the askers take turns. */
export class FairQueue<Item> {
  readonly #byAsker = new Map<string, Item[]>();

  push(asker: string, item: Item): void {
    const items = this.#byAsker.get(asker);
    if (items) items.push(item);
    else this.#byAsker.set(asker, [item]);
  }

  shift(): Item | undefined {
    const [first] = this.#byAsker;
    if (!first) return undefined;
    const [asker, items] = first;
    this.#byAsker.delete(asker);
    const item = items.shift();
    // A map keeps the order of insertion: whoever had a turn goes to its end.
    if (items.length > 0) this.#byAsker.set(asker, items);
    return item;
  }
}
