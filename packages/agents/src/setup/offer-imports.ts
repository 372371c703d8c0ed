import { isYes } from '../command/ask.ts';
import { findTarget } from '../connection/connection.ts';
import { importFound } from '../import/import-command.ts';
import { isOfProject, type FoundSource, type ImportSource } from '../import/source.ts';
import { loadSource, SOURCES, thisMachine } from '../import/sources.ts';
import { ownCommand, say, warn } from '../command/print.ts';

interface Offer {
  source: ImportSource;
  found: FoundSource[];
  /** Rules of the user, which hold for every project. */
  own: FoundSource[];
}

/**
 * Finds what other tools remembered on this machine and offers it, one source after the other. Nothing is imported that nobody
 * asked for: not with `--yes`, and not where nobody can be asked.
 * @param wanted sources that were named on the command line; true for all that are found
 */
export async function offerImports(wanted: readonly string[] | true | undefined): Promise<void> {
  const named = wanted === undefined || wanted === true ? [] : wanted;
  await Promise.all(named.map((id) => loadSource(id)));
  const offers = (await findOffers()).filter(({ source }) => named.length === 0 || named.includes(source.id));
  for (const id of named)
    if (!offers.some(({ source }) => source.id === id)) say(`Nothing of ${id} was found.`);
  if (offers.length === 0) return;
  console.log('What is there already can be imported, with its own dates and without secrets:');
  for (const { source, found, own } of offers)
    say(`  ${source.id.padEnd(18)} ${[...found, ...own].map(({ what }) => what).join('; ')}`);
  const isAsked = wanted === undefined && process.stdin.isTTY;
  if (isAsked && (await findTarget()).key === undefined) {
    // An import that would fail is not offered.
    say(`Start your service first: ${ownCommand()} up. Then: ${ownCommand()} import SOURCE`);
    return;
  }
  if (wanted === undefined && !isAsked) {
    say(`Look first: ${ownCommand()} import SOURCE --dry-run`);
    return;
  }
  for (const { source, found, own } of offers) {
    const wantsFound = found.length > 0 && (!isAsked || (await isYes(`Import ${source.name}? [y/N] `)));
    const wantsOwn =
      own.length > 0 &&
      isAsked &&
      (await isYes('Import your own rules, which all who share the workspace will see? [y/N] '));
    const taken = [...(wantsFound ? found : []), ...(wantsOwn ? own : [])];
    if (taken.length === 0) continue;
    try {
      await importFound(source, taken, {});
    } catch (error) {
      // One source that cannot be read, or a service that is not up yet, keeps nobody from the rest.
      warn(`${source.id}: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  }
}

/** Sources of this project and of the user: those of other projects are nobody's business in a workspace that may be shared. */
async function findOffers(): Promise<Offer[]> {
  const machine = thisMachine();
  const offers: Offer[] = [];
  for (const { load } of Object.values(SOURCES)) {
    const source = await load();
    const found = await source.find(machine).catch(() => []);
    const here = found.filter(isOfProject);
    const own = found.filter(({ isOwn = false }) => isOwn);
    if (here.length + own.length > 0) offers.push({ source, found: here, own });
  }
  return offers;
}
