// Another origin: notes every request and connection, and answers with a page where it was given one.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export class Listener {
  /** How often somebody connected. */
  visits = 0;
  /** What came: the path and the headers. */
  readonly requests: { path: string; headers: http.IncomingHttpHeaders }[] = [];
  /** What every path shows. */
  html?: string;

  private constructor(
    private readonly server: http.Server,
    readonly origin: string,
  ) {}

  static async start(): Promise<Listener> {
    const server = http.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const listener = new Listener(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('connection', () => (listener.visits += 1));
    server.on('request', (request, response) => {
      listener.requests.push({ path: request.url ?? '', headers: request.headers });
      if (listener.html !== undefined) response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(listener.html ?? '{"type":"string"}');
    });
    return listener;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
