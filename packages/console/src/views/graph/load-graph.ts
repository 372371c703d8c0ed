import { packSiblings } from 'd3-hierarchy';
import type { GraphOutline } from '@memory/contracts';
import { operate } from '../../session/session.ts';

export interface Dot {
  ref: string;
  title: string;
  type: GraphOutline['nodes'][number][2];
  importance: number;
  community: string;
  /** Milliseconds. */
  storedAt: number;
}

export interface LoadedGraph {
  dots: Dot[];
  edges: GraphOutline['edges'];
  /** Communities, the largest first, each named by the title of its most important memory. */
  communities: { name: string; title: string; count: number }[];
  /** Lines that were left out: the least sure of very many. */
  isThinned: boolean;
  tied: ReadonlySet<string>;
}

export const UNGROUPED = 'In no community';

/** More memories than this have their surest relationships shown alone: lines beyond a quarter of a million are a grey plane. */
const WHOLE_UNTIL = 30_000;
const SURE = 0.7;
const EDGES_MAX = 250_000;

/** Reads the graph of a workspace page by page. @param onProgress told how many memories are there */
export async function loadGraph(
  workspaceId: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (memories: number) => void },
): Promise<LoadedGraph> {
  const dots: Dot[] = [];
  const edges: GraphOutline['edges'] = [];
  const leaders = new Map<string, { title: string; importance: number; count: number }>();
  let after: string | null = null;
  do {
    const leastConfidence = dots.length > WHOLE_UNTIL ? SURE : 0;
    const page: GraphOutline = await operate('outlineGraph', { workspaceId, after, leastConfidence }, signal);
    for (const [ref, title, type, importance, label, seconds] of page.nodes) {
      const community = label ?? UNGROUPED;
      const leader = leaders.get(community) ?? { title, importance, count: 0 };
      leader.count += 1;
      if (importance > leader.importance) Object.assign(leader, { title, importance });
      leaders.set(community, leader);
      dots.push({ ref, title, type, importance, community, storedAt: seconds * 1_000 });
    }
    edges.push(...page.edges);
    after = page.next;
    onProgress(dots.length);
  } while (after !== null && edges.length < EDGES_MAX);
  const communities = [...leaders]
    .map(([name, { title, count }]) => ({ name, title: name === UNGROUPED ? UNGROUPED : title, count }))
    .sort((a, b) => Number(a.name === UNGROUPED) - Number(b.name === UNGROUPED) || b.count - a.count);
  const tied = new Set(edges.flatMap(([source, target]) => (source === target ? [] : [source, target])));
  return { dots, edges, tied, communities, isThinned: after !== null || dots.length > WHOLE_UNTIL };
}

interface Place {
  x: number;
  y: number;
}

/** The angle between neighbours in a sunflower: no two lie on one ray. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/** Room around a community, in diameters of a dot. */
const GAP = 3;

/**
 * A place for each memory: communities are discs beside each other, the largest in the middle, and in each the most important
 * memory is. It takes no time and is the same each time, where forces between a hundred thousand would take minutes.
 */
export function placeDots(dots: readonly Dot[]): Map<string, Place> {
  const groups = [...Map.groupBy(dots, ({ community }) => community).values()].sort(
    (a, b) => b.length - a.length,
  );
  const discs = packSiblings(groups.map((group) => ({ group, r: Math.sqrt(group.length) + GAP })));
  const places = new Map<string, Place>();
  for (const { group, x, y } of discs) {
    const inner = group.toSorted((a, b) => b.importance - a.importance);
    for (const [at, { ref }] of inner.entries()) {
      const distance = Math.sqrt(at + 0.5);
      places.set(ref, {
        x: x + distance * Math.cos(at * GOLDEN),
        y: y + distance * Math.sin(at * GOLDEN),
      });
    }
  }
  return places;
}

/** A colour of its own for each of many, as far apart as they come. */
export const colourOf = (number: number): string =>
  hexOf((number * 137.508) % 360, 0.58, number % 2 === 0 ? 0.52 : 0.62);

/** WebGL takes no `hsl()`. */
function hexOf(hue: number, saturation: number, lightness: number): string {
  const spread = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const at = (offset + hue / 30) % 12;
    const value = lightness - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
