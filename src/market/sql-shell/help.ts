import { sql } from '../../core/package-files.ts';

const VIEW = /^COMMENT ON VIEW (\w+) IS '((?:[^']|'')*)';$/gm;

/** The text of the command `help`. It takes the views and their descriptions from the SQL that defines them. */
export function help(): string {
  const views = [...sql('analyst/views').matchAll(VIEW)].map(
    ([, name = '', contents = '']) => `  ${name.padEnd(23)} ${contents.replaceAll("''", "'")}\n`,
  );
  return `Type a query and end it with ; it may span several lines. Examples:

  SELECT * FROM prices WHERE ticker = 'BBCA' ORDER BY trade_date DESC LIMIT 5;
  SELECT broker, sum(net_value) AS net_value FROM broker_summary
    WHERE ticker = 'BBCA' AND trade_date >= '2026-01-26' GROUP BY broker ORDER BY net_value DESC LIMIT 5;

Views:

${views.join('')}
Commands:

  DESCRIBE prices; list the columns of a view
  .views           list the columns of all views, with types and units
  .examples        list the example queries
  .examples 3      show and run one example, by number or name
  help             show this help (also .help and \\?)
  quit             end the prompt (also exit, .quit, \\q and Ctrl-D)

Ctrl-C stops the running query, or discards the typed text. If the query does not stop, press Ctrl-C again to end the program.
`;
}
