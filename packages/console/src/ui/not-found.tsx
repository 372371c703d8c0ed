import { Link } from '@tanstack/react-router';

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
