interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface CodeMailer {
  /** @throws Error if the mail server does not accept the message */
  send(mail: Mail): Promise<void>;
}

/** E-mails that are sent at the same time. */
const MAX_SENDING = 4;

/**
 * Sends e-mails after the response to the request that caused them, so that the duration of the response does not show whether an e-mail is
 * sent. Those to people who are known go first: strangers can request hundreds to new addresses, and a code is valid for minutes only. The limits of sign-in codes bound their number. A message that fails is not repeated: the person requests another code.
 */
export class CodeMails {
  readonly #mailer: CodeMailer;
  readonly #onFailure: (error: unknown) => void;
  readonly #waiting: Mail[] = [];
  readonly #waitingOfNew: Mail[] = [];
  readonly #sending = new Set<Promise<void>>();

  constructor(mailer: CodeMailer, onFailure: (error: unknown) => void) {
    this.#mailer = mailer;
    this.#onFailure = onFailure;
  }

  /** @param responded resolves when the response was sent */
  add(mail: Mail, to: 'person' | 'new', responded: Promise<unknown>): void {
    void responded.then(() => {
      (to === 'new' ? this.#waitingOfNew : this.#waiting).push(mail);
      this.#sendNext();
    });
  }

  /** Resolves when all messages were sent or have failed. */
  async close(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending);
  }

  #sendNext(): void {
    if (this.#sending.size >= MAX_SENDING) return;
    const mail = this.#waiting.shift() ?? this.#waitingOfNew.shift();
    if (!mail) return;
    const sent = this.#mailer
      .send(mail)
      .catch(this.#onFailure)
      .finally(() => {
        this.#sending.delete(sent);
        this.#sendNext();
      });
    this.#sending.add(sent);
  }
}
