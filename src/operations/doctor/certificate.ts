import { connect as connectTls } from 'node:tls';

const TIMEOUT_MS = 5000;

export interface Certificate {
  /** The host and port of the server. */
  readonly server: string;
  readonly expires_at: Date;
  /** Why this machine does not trust the certificate; null if it does. An expired one is not trusted. */
  readonly distrust: string | null;
}

/**
 * Connects to the server of a URL and reads its certificate. Sends no request.
 * @param connect opens the TLS connection; tests pass their own
 * @throws Error if the server cannot be reached or sends no certificate
 */
export function certificateOf(url: string, connect = connectTls): Promise<Certificate> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const server = `${hostname}:${port || '443'}`;
  return new Promise((resolve, reject) => {
    const isName = !/^[\d.]+$|:/.test(host);
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isName && { servername: host }),
      // The certificate is read also if it is not trusted. Nothing is sent over this connection.
      rejectUnauthorized: false,
    });
    socket.setTimeout(TIMEOUT_MS, () =>
      socket.destroy(new Error(`${server} did not respond within ${TIMEOUT_MS / 1000} seconds`)),
    );
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const { valid_to } = socket.getPeerCertificate();
      const { authorizationError } = socket;
      socket.destroy();
      const expires_at = new Date(valid_to);
      if (Number.isNaN(expires_at.getTime())) reject(new Error(`${server} sent no certificate`));
      else resolve({ server, expires_at, distrust: authorizationError ? String(authorizationError) : null });
    });
  });
}
