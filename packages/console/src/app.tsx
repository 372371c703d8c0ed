import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ClientError } from '@memory/client';
import { router } from './router.tsx';
import { SessionGate } from './session/session-gate.tsx';
import { ToastsProvider } from './ui/toasts.tsx';

/** A refusal does not change by asking again; a request that got no answer may succeed. */
const RETRIES = 1;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      retry: (count, error) => !(error instanceof ClientError && error.status < 500) && count < RETRIES,
      retryDelay: 500,
    },
  },
});

const place = document.querySelector('#console');
if (place)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <ToastsProvider>
          <SessionGate>
            <RouterProvider router={router} />
          </SessionGate>
        </ToastsProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
