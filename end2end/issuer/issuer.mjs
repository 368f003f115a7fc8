// An OpenID provider that we did not write (npm oidc-provider), on this machine: says its URL once it listens, and serves until it is ended.
// Anybody may sign in, with any password; their verified address is their login. Its access tokens are JWTs for whatever resource is asked for (RFC 8707).
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const SCOPES = ['elicit:request', 'elicit:admin'];
/** Known beforehand, unlike clients that register themselves. */
const COUNTERSIGN = {
  client_id: 'countersign',
  client_secret: 'another secret of the tests',
  // whose port is not known yet, as that of an application on this machine need not be (RFC 8252)
  application_type: 'native',
  redirect_uris: ['http://127.0.0.1/sign-in/callback'],
};
const NIGHTLY = { client_id: 'nightly', client_secret: 'a secret of the tests', grant_types: ['client_credentials'], redirect_uris: [], response_types: [] };

/** As few issuers sign by default, so that it is no accident that it works. */
const algorithm = process.argv[2] ?? 'PS256';
const { privateKey } = algorithm.startsWith('ES') ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = { ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'first' };

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(url, {
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    clients: [NIGHTLY, COUNTERSIGN],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    cookies: { keys: ['a secret of the tests'] },
    enabledJWA: { idTokenSigningAlgValues: [algorithm] },
    clientDefaults: { id_token_signed_response_alg: algorithm },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: true },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_, resource) => ({
          scope: SCOPES.join(' '),
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 300,
          jwt: { sign: { alg: algorithm } },
        }),
      },
    },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, email: id, email_verified: true }) }),
    jwks: { keys: [jwk] },
    scopes: ['openid', 'offline_access', ...SCOPES],
  });
  server.on('request', provider.callback());
  console.log(`Issuing at ${url}`);
});
