// A way in for programs that can't send a token: passes requests on with one added, and nothing else changed.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Proxy {
  url: string;
  close(): void;
}

/** Listens on a free port and passes on to `target`, an `http://HOST:PORT`. */
export async function proxy(target: string, token: string): Promise<Proxy> {
  const { host, origin } = new URL(target);
  const server = http.createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const headers: http.OutgoingHttpHeaders = { ...request.headers, authorization: `Bearer ${token}` };
    // who means the proxy means the server; any other name stays what it is, for the server to judge
    if (request.headers.host?.match(/^(127\.0\.0\.1|localhost):(\d+)$/)?.[2] === String(port)) headers.host = host;
    if (request.headers.origin?.match(/^http:\/\/(127\.0\.0\.1|localhost):(\d+)$/)?.[2] === String(port)) headers.origin = origin;
    const passed = http.request(new URL(request.url ?? '/', target), { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.writableEnded || response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
