/** An article of a news source; every field is always there. */
export interface Article {
  /** Name of the source: the key under which the article stands. */
  readonly source: string;
  /** Without HTML, as is the description. */
  readonly title: string;
  readonly description: string;
  readonly link: string;
  readonly image_url: string;
  readonly guid: string | null;
  /** ISO-8601 in UTC, to the second. */
  readonly published_date: string | null;
}
