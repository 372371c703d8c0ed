import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { messageOf } from './message-of.ts';

export function NotFound() {
  return (
    <div className="empty">
      <h1>There is nothing at this address</h1>
      <p>
        <Link to="/">Go to the beginning</Link>, or <Link to="/search">search</Link>.
      </p>
    </div>
  );
}

/** In the place of a view that could not be drawn; where else one can go stays beside it. */
export function ViewFailed({ error }: ErrorComponentProps) {
  return (
    <div className="empty" role="alert">
      <h1>This view could not be shown</h1>
      <p>{messageOf(error)}</p>
      <p>
        Nothing was lost. <a href={location.pathname}>Begin anew without what the address asks for</a>, or{' '}
        <a href="/">go to the beginning</a>.
      </p>
    </div>
  );
}
