// The OpenID provider of `issuer/`, as a process, and the official SDKs' idea of a client of it.
import type { OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthClientMetadata, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../issuer/issuer.mjs', import.meta.url));

/** The clients that it knows from its start. */
export const COUNTERSIGN = { clientId: 'countersign', clientSecret: 'another secret of the tests' };
export const NIGHTLY = { clientId: 'nightly', clientSecret: 'a secret of the tests' };

export class Issuer {
  private constructor(
    private readonly process: ChildProcess,
    readonly url: string,
  ) {}

  /** Starts one that signs with `algorithm`. */
  static async start(algorithm: string): Promise<Issuer> {
    const child = spawn(process.execPath, [PROGRAM, algorithm], { stdio: ['ignore', 'pipe', 'ignore'] });
    const url = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the issuer ended with ${code}`)));
      createInterface({ input: child.stdout }).on('line', (line) => {
        const found = /^Issuing at (\S+)$/.exec(line);
        if (found) resolve(found[1]);
      });
    });
    return new Issuer(child, url);
  }

  /** A token for `resource`, as a program with credentials gets it. */
  async grant(scope: string, resource: string): Promise<string> {
    const basic = Buffer.from(`${NIGHTLY.clientId}:${encodeURIComponent(NIGHTLY.clientSecret)}`).toString('base64');
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope, resource });
    const answer = await fetch(`${this.url}/token`, { method: 'POST', headers: { Authorization: `Basic ${basic}` }, body });
    const { access_token: token } = (await answer.json()) as { access_token?: string };
    if (token === undefined) throw new Error(`no token: ${answer.status}`);
    return token;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null) return;
    const ended = once(this.process, 'exit');
    this.process.kill();
    await ended;
  }
}

/** What an agent with a person at hand keeps between the steps of the authorization: nothing at first. */
export class Stored {
  /** Where the person is to go. */
  asked?: URL;
  client?: OAuthClientInformationMixed;
  /** Not kept under the name that the SDKs read it by, so that both can. */
  given?: OAuthTokens;
  private verifier = '';
  private discovered?: OAuthDiscoveryState;

  constructor(
    readonly redirectUrl: string,
    readonly name: string,
  ) {}

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: this.name,
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }

  clientInformation = () => this.client;
  saveClientInformation = (client: OAuthClientInformationMixed) => void (this.client = client);
  tokens = () => this.given;
  saveTokens = (tokens: OAuthTokens) => void (this.given = tokens);
  redirectToAuthorization = (url: URL) => void (this.asked = url);
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;
  saveDiscoveryState = (state: OAuthDiscoveryState) => void (this.discovered = state);
  discoveryState = () => this.discovered;
}
