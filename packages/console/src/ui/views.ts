import {
  Code,
  FileText,
  History,
  House,
  Inbox,
  MessagesSquare,
  Search,
  Settings2,
  Waypoints,
  type LucideIcon,
} from 'lucide-react';

interface View {
  to:
    | '/'
    | '/search'
    | '/inbox'
    | '/sessions'
    | '/graph'
    | '/documents'
    | '/code'
    | '/changes'
    | '/operation';
  name: string;
  /** After `g`. */
  key: string;
  Icon: LucideIcon;
}

/** The views, in their order. */
export const VIEWS: readonly View[] = [
  { to: '/', name: 'Home', key: 'h', Icon: House },
  { to: '/search', name: 'Search', key: 's', Icon: Search },
  { to: '/inbox', name: 'Inbox', key: 'i', Icon: Inbox },
  { to: '/sessions', name: 'Sessions', key: 'e', Icon: MessagesSquare },
  { to: '/graph', name: 'Graph', key: 'g', Icon: Waypoints },
  { to: '/documents', name: 'Documents', key: 'd', Icon: FileText },
  { to: '/code', name: 'Code', key: 'c', Icon: Code },
  { to: '/changes', name: 'Changes', key: 'l', Icon: History },
  { to: '/operation', name: 'Operation', key: 'o', Icon: Settings2 },
];
