import { House, Search, type LucideIcon } from 'lucide-react';

interface View {
  to: '/' | '/search';
  name: string;
  /** After `g`. */
  key: string;
  Icon: LucideIcon;
}

/** What one can go to, in this order. */
export const VIEWS: readonly View[] = [
  { to: '/', name: 'Home', key: 'h', Icon: House },
  { to: '/search', name: 'Search', key: 's', Icon: Search },
];
