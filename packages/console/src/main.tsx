import { askForSession } from './session/session.ts';
import { fetchView } from './views.ts';
import './styles.css';

// The session and the view of the address are on their way before the frame is; none waits for another.
askForSession();
fetchView(location.pathname);
void import('./app.tsx');
