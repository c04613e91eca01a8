import { useContext, useEffect, useState } from 'preact/hooks';
import { FrozenPicture } from '../pictures/frozen.ts';
import type { AnsweredPicture } from '../pictures/picture-props.ts';
import type { Answer } from '../requests/answer.ts';
import type { ApiRequest } from '../requests/requests.ts';

export interface Answers<Name extends string> {
  readonly of: (name: Name) => Answer;
  /** Sends a request, once more after a failure. */
  readonly load: (name: Name) => void;
  /** What the page cost so far, in units. */
  readonly units: number;
  readonly isLoading: boolean;
  /** What a picture of an answer needs: its request, the answer, what is done about both, and how it is written. */
  readonly pictureOf: (name: Name) => AnsweredPicture;
}

/**
 * Sends each request of a page once when the page opens, except those that are sent on demand.
 * @param view its browser is undefined on the server, which sends none
 */
export function useAnswers<Name extends string>(
  requests: Readonly<Record<Name, ApiRequest>>,
  onDemand: readonly NoInfer<Name>[],
  { address, token, browser, days }: Pick<AnsweredPicture, 'address' | 'token' | 'browser' | 'days'>,
): Answers<Name> {
  const names = Object.keys(requests) as Name[];
  const frozen = useContext(FrozenPicture);
  const [answers, setAnswers] = useState<Partial<Record<Name, Answer>>>({});
  const [downloads, setDownloads] = useState(0);
  const set = (name: Name, answer: Answer) => setAnswers((before) => ({ ...before, [name]: answer }));
  const load = async (name: Name) => {
    if (!browser) return;
    set(name, { state: 'loading' });
    set(name, await browser.load(requests[name]));
  };
  useEffect(() => {
    for (const name of names) if (!onDemand.includes(name)) void load(name);
    // The requests of a page never change: another view is another page.
  }, []);
  const of = (name: Name): Answer => {
    if (frozen) return requests[name].path === frozen.path ? frozen.answer : { state: 'idle' };
    return answers[name] ?? (onDemand.includes(name) ? { state: 'idle' } : { state: 'loading' });
  };
  const all = names.map(of);
  const units = all.reduce((sum, answer) => sum + (answer.state === 'ready' ? answer.units : 0), downloads);
  return {
    of,
    load: (name) => void load(name),
    units,
    isLoading: all.some(({ state }) => state === 'loading'),
    pictureOf: (name) => ({
      address,
      token,
      request: requests[name],
      answer: of(name),
      onLoad: () => void load(name),
      onCost: (more) => setDownloads((before) => before + more),
      browser,
      days,
    }),
  };
}
