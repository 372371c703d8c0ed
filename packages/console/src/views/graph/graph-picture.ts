import { UndirectedGraph } from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import Sigma from 'sigma';
import { EdgeLineProgram, NodePointProgram } from 'sigma/rendering';
import { ALONE, type LoadedGraph } from './load-graph.ts';
import { colourOf, placeDots } from './place-dots.ts';

/** Up to here forces move what belongs together, in less than a second. */
const FORCES_UNTIL = 1_500;
const FORCE_STEPS = 120;

/** Communities that have their name in the picture. */
const NAMED = 12;

export interface GraphPicture {
  /** Shows these alone; undefined: all. */
  show(refs: ReadonlySet<string> | undefined): void;
  /** Draws a way through the graph above all else. */
  drawPath(refs: readonly string[]): void;
  /** Goes to a memory; undefined: back to the whole. */
  look(ref: string | undefined): void;
  zoom(factor: number): void;
  close(): void;
}

/** Colours of communities by their names, in the order of their sizes. */
export const communityColours = (communities: LoadedGraph['communities']): Map<string, string> =>
  new Map(communities.map(({ name }, at) => [name, name === ALONE ? '#8c8c97' : colourOf(at)]));

/** Draws a graph with WebGL. @throws where there is none */
export function drawGraph(
  place: HTMLElement,
  { dots, edges, communities }: LoadedGraph,
  { onChoose }: { onChoose: (ref: string) => void },
): GraphPicture {
  const graph = new UndirectedGraph();
  const colours = communityColours(communities);
  const places = placeDots(dots);
  const isDark = isDarkText(place);
  for (const { ref, title, importance, community } of dots)
    graph.addNode(ref, {
      ...places.get(ref),
      label: title,
      size: dots.length > 20_000 ? 1.5 + importance * 2 : 2.5 + importance * 5,
      color: colours.get(community),
      community,
    });
  for (const [source, target, type, confidence] of edges)
    if (graph.hasNode(source) && graph.hasNode(target) && source !== target)
      graph.mergeEdge(source, target, { type: 'line', relation: type, weight: confidence });
  if (dots.length <= FORCES_UNTIL && graph.size > 0)
    forceAtlas2.assign(graph, {
      iterations: FORCE_STEPS,
      settings: { ...forceAtlas2.inferSettings(graph), adjustSizes: false, gravity: 0.5, scalingRatio: 8 },
    });
  const line = isDark ? '#3a3a45' : '#d5d5de';
  let shown: ReadonlySet<string> | undefined;
  let path: readonly string[] = [];
  let looked: string | undefined;
  const isOnPath = (ref: string) => path.includes(ref);
  const sigma = new Sigma(graph, place, {
    allowInvalidContainer: true,
    defaultNodeType: 'point',
    defaultEdgeType: 'line',
    nodeProgramClasses: { point: NodePointProgram },
    edgeProgramClasses: { line: EdgeLineProgram },
    defaultEdgeColor: line,
    labelColor: { color: getComputedStyle(place).color },
    labelFont: 'system-ui, sans-serif',
    labelSize: 12,
    labelRenderedSizeThreshold: dots.length > 5_000 ? 9 : 6,
    // Lines are four fifths of what is drawn, and say nothing while everything moves.
    hideEdgesOnMove: dots.length > 3_000,
    hideLabelsOnMove: dots.length > 3_000,
    minCameraRatio: 0.005,
    maxCameraRatio: 3,
    zIndex: true,
    nodeReducer: (ref, data) => {
      if (shown && !shown.has(ref) && !isOnPath(ref)) return { ...data, hidden: true };
      if (path.length > 0)
        return isOnPath(ref)
          ? { ...data, size: 9, zIndex: 2, forceLabel: true, highlighted: true }
          : { ...data, color: line, label: null, zIndex: 0 };
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
  const names = nameCommunities(place, sigma, { graph, communities, colours });
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

interface Named {
  graph: UndirectedGraph;
  communities: LoadedGraph['communities'];
  colours: Map<string, string>;
}

/** The names of the largest communities, in their middles. The list beside says them to whoever does not see the picture. */
function nameCommunities(
  place: HTMLElement,
  sigma: Sigma,
  { graph, communities, colours }: Named,
): HTMLElement {
  const layer = document.createElement('div');
  layer.className = 'community-names';
  layer.ariaHidden = 'true';
  const named = communities.filter(({ name, count }) => name !== ALONE && count > 2).slice(0, NAMED);
  const middles = new Map(named.map(({ name }) => [name, { x: 0, y: 0, count: 0 }]));
  graph.forEachNode((_, attributes) => {
    const { community, x, y } = attributes as { community: string; x: number; y: number };
    const middle = middles.get(community);
    if (middle) Object.assign(middle, { x: middle.x + x, y: middle.y + y, count: middle.count + 1 });
  });
  const labels = named.map(({ name }) => {
    const label = document.createElement('span');
    label.textContent = name;
    label.style.borderColor = colours.get(name) ?? '';
    layer.append(label);
    return label;
  });
  place.append(layer);
  // Measured once: a name does not change.
  const sizes = labels.map(({ offsetWidth, offsetHeight }) => ({ width: offsetWidth, height: offsetHeight }));
  sigma.on('afterRender', () => {
    const taken: { x: number; y: number; width: number; height: number }[] = [];
    for (const [at, { name }] of named.entries()) {
      const { x, y, count } = middles.get(name) ?? { x: 0, y: 0, count: 1 };
      const point = sigma.graphToViewport({ x: x / count, y: y / count });
      const label = labels[at];
      const size = sizes[at];
      if (!label || !size) continue;
      label.style.transform = `translate(${point.x}px, ${point.y}px) translate(-50%, -50%)`;
      // The largest come first; what would cover one of them shows when somebody goes nearer.
      const isFree = taken.every(
        (other) =>
          Math.abs(other.x - point.x) > (other.width + size.width) / 2 ||
          Math.abs(other.y - point.y) > (other.height + size.height) / 2,
      );
      label.style.visibility = isFree ? '' : 'hidden';
      if (isFree) taken.push({ ...point, ...size });
    }
  });
  return layer;
}
