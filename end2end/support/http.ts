// HTTP as bytes: any header (also Host and Sec-Fetch-Site), no redirect followed, nothing added.
import http from 'node:http';

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

export interface Ask {
  method?: string;
  headers?: http.OutgoingHttpHeaders;
  body?: string | Buffer;
}

/** One request on a connection of its own. */
export function ask(url: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : Buffer.from(body);
    const request = http.request(
      url,
      { method, agent: false, headers: payload ? { 'Content-Length': payload.length, ...headers } : headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString('utf8') }),
        );
      },
    );
    request.on('error', reject);
    request.end(payload);
  });
}

/** The headers of a form that a browser posts from the page itself. */
export function formHeaders(origin: string): http.OutgoingHttpHeaders {
  return { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin, 'Sec-Fetch-Site': 'same-origin' };
}

/** Pairs as `application/x-www-form-urlencoded`. */
export function formBody(pairs: [string, string][]): string {
  return new URLSearchParams(pairs).toString();
}
