/** Limit of one message. */
const MAX_CHARACTERS = 4096;
const TIME_LIMIT_MS = 10_000;

/** Sends messages as a bot of Telegram, by its HTTP API. */
export class TelegramBot {
  readonly #address: string;

  /** @param url `https://api.telegram.org`, or a Bot API server of the operator */
  constructor(url: string, token: string) {
    this.#address = `${url}/bot${token}/sendMessage`;
  }

  /**
   * Sends a text to a chat, in several messages if it is too long for one.
   * @param stopping ends the attempt
   * @throws Error if Telegram does not accept a message. It does not contain the token
   */
  async send(chat: string, text: string, stopping: AbortSignal): Promise<void> {
    for (const part of partsOf(text)) {
      const response = await fetch(this.#address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ chat_id: chat, text: part, link_preview_options: { is_disabled: true } }),
        signal: AbortSignal.any([stopping, AbortSignal.timeout(TIME_LIMIT_MS)]),
      }).catch(() => {
        throw new Error('the connection to Telegram failed');
      });
      const answer = (await response.json().catch(() => null)) as { readonly description?: unknown } | null;
      if (response.ok) continue;
      throw new Error(`Telegram answered with status ${response.status}: ${answer?.description ?? '-'}`);
    }
  }
}

/** Cut after the last space or line end that fits. */
function partsOf(text: string): string[] {
  if (text.length <= MAX_CHARACTERS) return [text];
  const fitting = text.slice(0, MAX_CHARACTERS);
  const end = Math.max(fitting.lastIndexOf(' '), fitting.lastIndexOf('\n')) + 1 || MAX_CHARACTERS;
  return [text.slice(0, end), ...partsOf(text.slice(end))];
}
