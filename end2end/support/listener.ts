// A place nobody should come to: notes every request and connection.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export class Listener {
  /** How often somebody connected. */
  visits = 0;

  private constructor(
    private readonly server: http.Server,
    readonly origin: string,
  ) {}

  static async start(): Promise<Listener> {
    const server = http.createServer((_, response) => response.end('{"type":"string"}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const listener = new Listener(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('connection', () => (listener.visits += 1));
    return listener;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
