import { UndirectedGraph } from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import Sigma from 'sigma';
import { EdgeLineProgram, EdgeRectangleProgram, NodePointProgram } from 'sigma/rendering';
import { UNGROUPED, type LoadedGraph, colourOf, placeDots } from './load-graph.ts';

/** Up to here forces move what belongs together, in less than a second. */
const FORCES_UNTIL = 1_500;
const FORCE_STEPS = 120;

/** From here on dots are small, so that lines are seen between them. */
const SMALL_FROM = 1_000;

/** Up to here lines have a width; beyond it a pixel each is what can be drawn while one moves. */
const WIDE_UNTIL = 20_000;

/** From so many lines on they are faint. */
const FAINT_FROM = 3_000;

/** Labels in the picture at once, and dots in sight that are tried for one. */
const LABELS = 40;
const TRIED = 400;

const NAMED = 30;

export interface GraphPicture {
  /** Shows these alone; undefined: all. */
  show(refs: ReadonlySet<string> | undefined): void;
  drawPath(refs: readonly string[]): void;
  /** Goes to a memory; undefined: back to the whole. */
  look(ref: string | undefined): void;
  zoom(factor: number): void;
  close(): void;
}

export const communityColours = (communities: LoadedGraph['communities']): Map<string, string> =>
  new Map(communities.map(({ name }, at) => [name, name === UNGROUPED ? '#8c8c97' : colourOf(at)]));

/** Draws a graph with WebGL. @throws where there is none */
export function drawGraph(
  place: HTMLElement,
  { dots, edges, tied, communities }: LoadedGraph,
  { onChoose }: { onChoose: (ref: string) => void },
): GraphPicture {
  const graph = new UndirectedGraph();
  const colours = communityColours(communities);
  const isDark = isDarkText(place);
  const places = placeDots(dots.filter(({ ref }) => tied.has(ref)));
  for (const { ref, title, importance, community } of dots)
    if (places.has(ref))
      graph.addNode(ref, {
        ...places.get(ref),
        label: title,
        size: dots.length > SMALL_FROM ? 1 + importance * 2 : 2.5 + importance * 5,
        color: colours.get(community),
        community,
      });
  for (const [source, target, type, confidence] of edges)
    if (graph.hasNode(source) && graph.hasNode(target) && source !== target)
      graph.mergeEdge(source, target, {
        type: 'line',
        relation: type,
        weight: confidence,
        size: 0.8 + confidence,
      });
  if (dots.length <= FORCES_UNTIL && graph.size > 0)
    forceAtlas2.assign(graph, {
      iterations: FORCE_STEPS,
      settings: { ...forceAtlas2.inferSettings(graph), adjustSizes: false, gravity: 0.5, scalingRatio: 8 },
    });
  const opaque = isDark ? '#5c5c6b' : '#a9a9b8';
  // Thousands of lines would cover what they join. The colours are an eighth of the others, as WebGL adds them.
  const faint = isDark ? '#0c0c0d20' : '#15151720';
  const line = edges.length > FAINT_FROM ? faint : opaque;
  let shown: ReadonlySet<string> | undefined;
  let path: readonly string[] = [];
  let looked: string | undefined;
  const isOnPath = (ref: string) => path.includes(ref);
  const sigma = new Sigma(graph, place, {
    allowInvalidContainer: true,
    defaultNodeType: 'point',
    defaultEdgeType: 'line',
    nodeProgramClasses: { point: NodePointProgram },
    edgeProgramClasses: { line: edges.length > WIDE_UNTIL ? EdgeLineProgram : EdgeRectangleProgram },
    defaultEdgeColor: line,
    labelColor: { color: getComputedStyle(place).color },
    labelFont: 'system-ui, sans-serif',
    labelSize: 12,
    // Of what is pointed at or looked at alone: the others have theirs where they cover none.
    labelRenderedSizeThreshold: Infinity,
    // Lines are four fifths of what is drawn, and say nothing while everything moves.
    hideEdgesOnMove: dots.length > 3_000,
    minCameraRatio: 0.005,
    maxCameraRatio: 3,
    zIndex: true,
    nodeReducer: (ref, data) => {
      if (shown && !shown.has(ref) && !isOnPath(ref)) return { ...data, hidden: true };
      if (path.length > 0)
        return isOnPath(ref)
          ? { ...data, size: 9, zIndex: 2, forceLabel: true, highlighted: true }
          : { ...data, color: opaque, label: null, zIndex: 0 };
      return ref === looked ? { ...data, size: 10, zIndex: 2, forceLabel: true, highlighted: true } : data;
    },
    edgeReducer: (edge, data) => {
      if (path.length === 0) return data;
      const [a, b] = graph.extremities(edge);
      const at = path.indexOf(a);
      const isStep = at >= 0 && (path[at + 1] === b || path[at - 1] === b);
      return isStep ? { ...data, color: '#e5484d', zIndex: 2 } : { ...data, hidden: true };
    },
  });
  sigma.on('clickNode', ({ node }) => onChoose(node));
  const names = drawLabels(place, sigma, {
    graph,
    communities,
    colours,
    isShown: (ref) => path.length === 0 && (shown?.has(ref) ?? true) && ref !== looked,
  });
  const camera = sigma.getCamera();
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250;
  return {
    show(refs) {
      shown = refs;
      sigma.refresh();
    },
    drawPath(refs) {
      path = refs;
      sigma.refresh();
    },
    look(ref) {
      looked = ref;
      const at = ref === undefined ? undefined : sigma.getNodeDisplayData(ref);
      void camera.animate(
        at ? { x: at.x, y: at.y, ratio: Math.min(0.25, camera.ratio) } : { x: 0.5, y: 0.5, ratio: 1 },
        {
          duration,
        },
      );
      sigma.refresh({ skipIndexation: true });
    },
    zoom: (factor) => void camera.animate({ ratio: camera.ratio * factor }, { duration }),
    close() {
      names.remove();
      sigma.kill();
    },
  };
}

const isDarkText = (place: HTMLElement): boolean => {
  const [red = 0] = getComputedStyle(place).color.match(/\d+/gu)?.map(Number) ?? [];
  return red > 128;
};

interface Labelled {
  graph: UndirectedGraph;
  communities: LoadedGraph['communities'];
  colours: Map<string, string>;
  isShown: (ref: string) => boolean;
}

interface Label {
  text: string;
  x: number;
  y: number;
  width: number;
  colour?: string | undefined;
}

const LABEL_HEIGHT = 18;
const LABEL_WIDTH = 240;

/**
 * Names the largest communities in their middles, then the most important memories beside their dots: none covers another or
 * leaves the picture. The list beside says them to whoever does not see it.
 */
function drawLabels(
  place: HTMLElement,
  sigma: Sigma,
  { graph, communities, colours, isShown }: Labelled,
): HTMLElement {
  const layer = document.createElement('div');
  layer.className = 'graph-labels';
  layer.ariaHidden = 'true';
  const spans = Array.from({ length: LABELS }, () => layer.appendChild(document.createElement('span')));
  place.append(layer);
  const pen = document.createElement('canvas').getContext('2d');
  if (pen) pen.font = '600 12px system-ui, sans-serif';
  const widths = new Map<string, number>();
  const widthOf = (text: string): number => {
    const width =
      widths.get(text) ?? Math.min(LABEL_WIDTH, (pen?.measureText(text).width ?? LABEL_WIDTH) + 14);
    widths.set(text, width);
    return width;
  };
  const named = communities.filter(({ name, count }) => name !== UNGROUPED && count > 2).slice(0, NAMED);
  const middles = new Map(named.map(({ name }) => [name, { x: 0, y: 0, count: 0 }]));
  const dots: { ref: string; x: number; y: number; label: string; size: number }[] = [];
  graph.forEachNode((ref, attributes) => {
    const { community, x, y, label, size } = attributes as Record<'x' | 'y' | 'size', number> &
      Record<'community' | 'label', string>;
    dots.push({ ref, x, y, label, size });
    const middle = middles.get(community);
    if (middle) Object.assign(middle, { x: middle.x + x, y: middle.y + y, count: middle.count + 1 });
  });
  dots.sort((a, b) => b.size - a.size);
  const titles = new Set(named.map(({ title }) => title));
  sigma.on('afterRender', () => {
    const { width, height } = sigma.getDimensions();
    const taken: Label[] = [];
    const put = (label: Label): void => {
      const x = Math.min(Math.max(label.x, 2), width - label.width - 2);
      const isFree =
        taken.length < LABELS &&
        label.y > 0 &&
        label.y + LABEL_HEIGHT < height &&
        taken.every(
          (other) =>
            Math.abs(other.y - label.y) > LABEL_HEIGHT ||
            x > other.x + other.width ||
            other.x > x + label.width,
        );
      if (isFree) taken.push({ ...label, x });
    };
    for (const { name, title } of named) {
      const { x, y, count } = middles.get(name) ?? { x: 0, y: 0, count: 1 };
      const point = sigma.graphToViewport({ x: x / count, y: y / count });
      if (point.x < 0 || point.x > width) continue;
      const size = widthOf(title);
      put({
        text: title,
        x: point.x - size / 2,
        y: point.y - LABEL_HEIGHT / 2,
        width: size,
        colour: colours.get(name),
      });
    }
    let tried = 0;
    for (const { ref, label, size, ...at } of dots) {
      if (tried >= TRIED || taken.length >= LABELS) break;
      const { x, y } = sigma.graphToViewport(at);
      if (x < 0 || y < 0 || x > width || y > height || titles.has(label) || !isShown(ref)) continue;
      tried += 1;
      const length = widthOf(label);
      // Beside the dot, on the side that has room.
      const left = x + size + 3 + length > width ? x - size - 3 - length : x + size + 3;
      put({ text: label, x: left, y: y - LABEL_HEIGHT / 2, width: length });
    }
    for (const [at, span] of spans.entries()) {
      const label = taken[at];
      span.hidden = label === undefined;
      if (!label) continue;
      span.textContent = label.text;
      span.className = label.colour === undefined ? '' : 'community';
      span.style.borderColor = label.colour ?? '';
      span.style.maxWidth = `${label.width}px`;
      span.style.transform = `translate(${label.x}px, ${label.y}px)`;
    }
  });
  return layer;
}
