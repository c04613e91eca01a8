import type { Transporter } from 'nodemailer';

/** Limit of each step of an SMTP session. */
const STEP_TIMEOUT_MS = 10_000;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same content; without it, the message is plain text. */
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The same for each attempt to send a message. */
  readonly id?: string;
}

export interface Mailer {
  /** @throws Error if the mail server does not accept the message */
  send(mail: Mail): Promise<void>;
}

/** Sends e-mail over SMTP, with a connection for each message. */
export class SmtpMailer implements Mailer {
  readonly #url: string;
  readonly #from: string;
  #transport: Promise<Transporter> | undefined;

  /** @param url such as `smtps://user:password@mail.example.com` */
  constructor(url: string, from: string) {
    this.#url = url;
    this.#from = from;
  }

  async send({ id, ...mail }: Mail): Promise<void> {
    this.#transport ??= createdFor(this.#url);
    const transport = await this.#transport;
    // A text could name several recipients: `x,other@example.com`.
    const to = { name: '', address: mail.to };
    await transport.sendMail({
      ...mail,
      ...(id !== undefined && { messageId: `<${id}@${/@([^\s>]+)/.exec(this.#from)?.[1]}>` }),
      to,
      from: this.#from,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }
}

async function createdFor(url: string): Promise<Transporter> {
  // Imported here because few commands send e-mail.
  const { createTransport } = await import('nodemailer');
  return createTransport(transportOf(url));
}

/** How to connect to the mail server of a URL. */
export function transportOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
  };
}
