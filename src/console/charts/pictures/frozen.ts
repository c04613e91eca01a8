import { createContext } from 'preact';
import type { Answer } from '../requests/answer.ts';
import type { PictureProps } from './picture-props.ts';

/** One picture of a page, outside of the page. */
interface Frozen {
  readonly id: string;
  /** The request that has the answer. The page knows no other answer. */
  readonly path: string;
  readonly answer: Answer;
  /** Whether it is drawn small: of several axes below each other, the first one. */
  readonly isPreview: boolean;
  /** Called with the picture in place of drawing it. */
  readonly take: (picture: PictureProps) => void;
}

/** Null on a page. Otherwise, the page draws nothing: it gives one picture to whom asks for it. */
export const FrozenPicture = createContext<Frozen | null>(null);
