import { decodeJwt } from 'jose';
import * as z from 'zod';
import { operationEntries, SCOPES, type Scope } from '@memory/contracts';
import { CONSOLE_PROOF_HEADER } from '@memory/contracts/console';
import { ServiceError } from '@memory/core';
import { listWorkspacesOf } from '@memory/db';
import { describeDefect } from '../../logging/logger.ts';
import type { OAuthSettings } from '../../create-services.ts';
import { readBytes, parseJson } from '../http/request-body.ts';
import type { EndpointEvent, EndpointResult } from '../http/endpoint-context.ts';
import { jsonReply } from '../http/middleware/reply.ts';
import { findMember, verifyToken } from '../../login/authenticate-login.ts';
import { mcpUrl } from '../mcp/http/addresses.ts';
import { handleOperation } from '../operator/operations.ts';
import { LoginProvider, type LoginPage } from './login-provider.ts';
import {
  accessToken,
  endedCookies,
  makeProof,
  renewalToken,
  sessionCookies,
  type SessionTokens,
} from './session-cookies.ts';

const Answer = z.object({ query: z.string(), state: z.string().min(1), verifier: z.string().min(1) });

const Asked = z.object({ operation: z.string(), input: z.looseObject({ workspaceId: z.string() }) });

/** One request about a session, or with one: nothing is kept but what the browser has, and what the provider knows. */
export class ConsoleLogin {
  readonly #event: EndpointEvent;
  readonly #oauth: OAuthSettings;
  readonly #provider: LoginProvider;
  readonly #proof: string;

  /** @param place where the console is, and the client that it logs in as */
  constructor(event: EndpointEvent, { url, clientId }: { url: string; clientId: string }) {
    const { oauth } = event.state.services.mcp;
    if (!oauth) throw new Error('The console in AWS needs OAUTH_ISSUER.');
    this.#event = event;
    this.#oauth = oauth;
    this.#proof = event.headers[CONSOLE_PROOF_HEADER] ?? '';
    this.#provider = new LoginProvider({
      issuer: oauth.issuer,
      clientId,
      redirectUri: `${url}/`,
      resource: mcpUrl(event),
      scope: oauth.scope,
    });
  }

  page(): Promise<LoginPage> {
    return this.#provider.page();
  }

  /** Exchanges what a login left for cookies and their proof. @throws authentication_failed, no_workspace_membership */
  async open(): Promise<EndpointResult> {
    const tokens = await this.#provider.redeem(this.#body(Answer));
    const login = await this.#verify(tokens.accessToken);
    const workspaces = await listWorkspacesOf(this.#event.state.services.db, login);
    if (workspaces.length === 0)
      throw new ServiceError(
        'no_workspace_membership',
        `This login is a member of no workspace. An operator lets it in: admin membership add, with the subject ${login.subject}.`,
      );
    return this.#opened(201, tokens, makeProof());
  }

  /** @throws authentication_failed */
  async renew(): Promise<EndpointResult> {
    const token = renewalToken(this.#event, this.#proof);
    if (token === undefined) throw signedOut();
    return this.#opened(200, await this.#provider.renew(token), this.#proof);
  }

  async describe(): Promise<EndpointResult> {
    const { token, login } = await this.#signedIn();
    const { db, settings } = this.#event.state.services;
    return jsonReply(200, {
      expires_at: new Date((decodeJwt(token).exp ?? 0) * 1_000).toISOString(),
      version: settings.version,
      memory_id_form: settings.memoryIdForm,
      workspaces: await listWorkspacesOf(db, login),
      // Those of a deployment are its operator's.
      settings: {},
    });
  }

  async end(): Promise<EndpointResult> {
    const token = renewalToken(this.#event, this.#proof);
    if (token === undefined && accessToken(this.#event, this.#proof) === undefined) throw signedOut();
    if (token !== undefined) await this.#revoke(token);
    return { statusCode: 204, cookies: endedCookies() };
  }

  /** Operates as far as the member's scope goes, in the member's workspace. */
  async operate(): Promise<EndpointResult> {
    const { login } = await this.#signedIn();
    const { operation, input } = this.#body(Asked);
    const needed = operationEntries.find(([name]) => name === operation)?.[1].console ?? 'operator';
    if (needed === 'operator')
      throw new ServiceError('insufficient_scope', 'This is for the operator of the deployment alone.');
    const member = await findMember(this.#event, login, {
      workspaceId: input.workspaceId,
      rateClass: needed === 'read' ? 'read' : 'write',
    });
    if (member instanceof ServiceError) throw member;
    const { workspace, scope, retryAfterSeconds } = member;
    this.#event.state.workspace = workspace;
    if (retryAfterSeconds > 0)
      throw new ServiceError('rate_limited', `Rate limit exceeded; try again in ${retryAfterSeconds} s.`, {
        retryAfterSeconds,
      });
    if (!covers(scope, needed))
      throw new ServiceError(
        'insufficient_scope',
        `This needs a member with the scope ${needed}; yours is ${scope}.`,
      );
    const asked = { operation, input: { ...input, workspaceId: workspace.id } };
    const { services } = this.#event.state;
    return jsonReply(200, await handleOperation(asked, { services }, { author: login.subject, via: 'rest' }));
  }

  /** A sign-out counts here, also where the provider does not answer. */
  async #revoke(token: string): Promise<void> {
    const { services, requestId } = this.#event.state;
    try {
      await this.#provider.revoke(token);
    } catch (error) {
      services.log.warn('The provider kept a login that was signed out', {
        requestId,
        error: describeDefect(error),
      });
    }
  }

  async #signedIn() {
    const token = accessToken(this.#event, this.#proof);
    if (token === undefined) throw signedOut();
    return { token, login: await this.#verify(token) };
  }

  #verify(token: string) {
    return verifyToken(token, { ...this.#oauth, resource: mcpUrl(this.#event) });
  }

  #opened(status: number, tokens: SessionTokens, proof: string): EndpointResult {
    const expires_at = new Date(Date.now() + tokens.accessSeconds * 1_000).toISOString();
    return { ...jsonReply(status, { proof, expires_at }), cookies: sessionCookies(tokens, proof) };
  }

  #body<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
    const { success, data } = schema.safeParse(parseJson(readBytes(this.#event)));
    if (!success) throw new ServiceError('validation_failed', 'The console asked for what there is not.');
    return data;
  }
}

const covers = (scope: Scope, needed: Scope): boolean => SCOPES.indexOf(scope) >= SCOPES.indexOf(needed);

const signedOut = () => new ServiceError('authentication_failed', 'Nobody is signed in.');
