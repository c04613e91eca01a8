-- The answers to clients/agent/questions.json, computed only from the daily files of the demo.
-- `trades` has their lines: TRX_TYPE is the market, BRK_COD1 the buyer, BRK_COD2 the seller, A a foreign client.
CREATE TABLE lines AS
  SELECT TRX_DATE::DATE AS day, TRX_CODE AS no, TRX_TYPE AS market, STK_CODE AS ticker, BRK_COD1 AS buyer, INV_TYP1 = 'A' AS buyer_foreign,
    BRK_COD2 AS seller, INV_TYP2 = 'A' AS seller_foreign, STK_VOLM::BIGINT AS volume, STK_PRIC::BIGINT AS price, STK_VOLM::BIGINT * STK_PRIC AS value
  FROM trades WHERE TRX_TYPE IN ('RG', 'NG');
CREATE VIEW sides AS
  SELECT day, market, ticker, buyer AS code, buyer_foreign AS is_foreign, volume AS bought, 0 AS sold, value AS bought_value, 0 AS sold_value FROM lines
  UNION ALL
  SELECT day, market, ticker, seller, seller_foreign, 0, volume, 0, value FROM lines;
CREATE VIEW flows AS
  SELECT day, market, ticker, value * buyer_foreign::INT AS f_buy, value * seller_foreign::INT AS f_sell, f_buy - f_sell AS net FROM lines;
CREATE VIEW prices AS
  SELECT day, ticker, arg_max(price, no) AS close, sum(volume) AS volume FROM lines WHERE market = 'RG' GROUP BY ALL;
CREATE VIEW published AS SELECT day, row_number() OVER (ORDER BY day) AS place FROM (SELECT DISTINCT day FROM lines);
CREATE VIEW trading_days AS
  SELECT day::DATE AS day FROM range(DATE '2025-12-01', DATE '2026-04-01', INTERVAL 1 DAY) r (day)
  WHERE isodow(day) < 6 AND day::DATE NOT IN (SELECT date FROM holidays);
CREATE MACRO digits(number) AS printf('%.2f', number).rtrim('0').rtrim('.');
CREATE MACRO closed(of_ticker, on_day) AS (SELECT close FROM prices WHERE ticker = of_ticker AND day = on_day);
CREATE MACRO accumulation(of_ticker, first_day, last_day) AS (
  WITH nets AS (SELECT sum(bought - sold) AS net FROM sides
    WHERE ticker = of_ticker AND market = 'RG' AND day BETWEEN first_day AND last_day GROUP BY code),
  ranked AS (SELECT net, row_number() OVER (ORDER BY net DESC) AS of_buyers, row_number() OVER (ORDER BY net) AS of_sellers FROM nets),
  tops AS (SELECT n, sum(greatest(net, 0)) FILTER (of_buyers <= n) - sum(greatest(-net, 0)) FILTER (of_sellers <= n) AS net
    FROM ranked, range(1, 6) r (n) GROUP BY n)
  SELECT 100 * (sum(net) FILTER (n = 3) + sum(net) FILTER (n = 5) + avg(net)) / 3
    / (SELECT sum(volume) FROM lines WHERE ticker = of_ticker AND market = 'RG' AND day BETWEEN first_day AND last_day) FROM tops);
CREATE MACRO missing(of_ticker, on_day) AS 'no data: ' || CASE
  WHEN on_day NOT IN (SELECT day FROM trading_days) THEN 'no_trading_day'
  WHEN on_day > (SELECT max(day) FROM lines) THEN 'future'
  WHEN on_day NOT IN (SELECT day FROM published) THEN 'missing_day'
  WHEN of_ticker NOT IN (SELECT ticker FROM lines) THEN 'unknown_ticker'
  WHEN (of_ticker, on_day) NOT IN (SELECT (ticker, day) FROM lines) THEN 'no_trades' END;

-- flow-bbca-sold
SELECT sum(net) || ' IDR' FROM flows WHERE ticker = 'BBCA' AND day BETWEEN '2026-01-06' AND '2026-01-15'
-- flow-bbca-sold-rg
SELECT sum(net) || ' IDR' FROM flows WHERE ticker = 'BBCA' AND market = 'RG' AND day BETWEEN '2026-01-06' AND '2026-01-15'
-- flow-bbca-bought
SELECT sum(f_buy) || ' IDR' FROM flows WHERE ticker = 'BBCA' AND day BETWEEN '2026-01-20' AND '2026-01-23'
-- flow-bbca-days
SELECT count(*) || ' days' FROM (SELECT day FROM flows WHERE ticker = 'BBCA' AND market = 'RG' AND day BETWEEN '2026-01-05' AND '2026-01-15'
  GROUP BY day HAVING sum(net) < 0)
-- flow-bbca-lowest-day
SELECT day FROM flows WHERE ticker = 'BBCA' AND day BETWEEN '2026-01-06' AND '2026-01-15' GROUP BY day ORDER BY sum(net) LIMIT 1
-- flow-banks
SELECT sum(net) || ' IDR' FROM flows WHERE ticker IN ('BBCA', 'BBRI', 'BMRI', 'BBNI') AND day = '2026-01-14'
-- ranking-highest
SELECT ticker FROM flows WHERE day = '2026-01-20' GROUP BY ticker ORDER BY sum(net) DESC LIMIT 1
-- ranking-highest-rg
SELECT ticker FROM flows WHERE market = 'RG' AND day = '2026-01-20' GROUP BY ticker ORDER BY sum(net) DESC LIMIT 1
-- ranking-lowest
SELECT ticker FROM flows WHERE day BETWEEN '2026-01-06' AND '2026-01-15' GROUP BY ticker ORDER BY sum(net) LIMIT 1
-- ranking-streak
WITH nets AS (SELECT ticker, place, sum(net) AS net FROM flows JOIN published USING (day) WHERE day >= '2026-01-01' GROUP BY ALL),
last_bought AS (SELECT ticker, max(place) FILTER (net >= 0) AS place FROM nets GROUP BY ticker)
SELECT string_agg(ticker, ', ' ORDER BY ticker) FROM last_bought WHERE place = (SELECT min(place) FROM last_bought)
-- summary-medc-buyers
SELECT string_agg(code, ', ' ORDER BY net DESC) FROM (SELECT code, sum(bought - sold) AS net FROM sides
  WHERE ticker = 'MEDC' AND market = 'RG' AND NOT is_foreign AND day BETWEEN '2025-12-08' AND '2026-01-02' GROUP BY code ORDER BY net DESC LIMIT 2)
-- summary-medc-lg
SELECT sum(bought - sold) || ' shares' FROM sides
WHERE ticker = 'MEDC' AND market = 'RG' AND code = 'LG' AND NOT is_foreign AND day BETWEEN '2025-12-08' AND '2026-01-02'
-- summary-medc-lg-average
SELECT digits(sum(bought_value) / sum(bought)) || ' IDR per share' FROM sides
WHERE ticker = 'MEDC' AND market = 'RG' AND code = 'LG' AND day BETWEEN '2026-01-05' AND '2026-01-22'
-- summary-bbca-seller
SELECT code FROM sides WHERE ticker = 'BBCA' AND market = 'RG' AND is_foreign AND day BETWEEN '2026-01-06' AND '2026-01-15'
GROUP BY code ORDER BY sum(bought_value - sold_value) LIMIT 1
-- summary-batch
SELECT string_agg(code, ', ' ORDER BY list_position(['MEDC', 'COIN', 'MYOR'], ticker)) FROM (
  SELECT ticker, arg_max(code, value) AS code FROM (SELECT ticker, code, sum(bought_value) AS value FROM sides
    WHERE ticker IN ('MEDC', 'COIN', 'MYOR') AND market = 'RG' AND day BETWEEN '2026-01-05' AND '2026-01-22' GROUP BY ALL) GROUP BY ticker)
-- daily-lg-days
SELECT count(*) || ' days' FROM (SELECT day FROM sides WHERE ticker = 'MEDC' AND market = 'RG' AND code = 'LG'
  AND day BETWEEN '2025-12-08' AND '2026-01-22' GROUP BY day HAVING sum(bought) > sum(sold))
-- inventory-lg
SELECT sum(bought - sold) || ' shares' FROM sides
WHERE ticker = 'MEDC' AND market = 'RG' AND code = 'LG' AND day BETWEEN '2025-12-08' AND '2026-01-22'
-- position-lg
WITH RECURSIVE days AS (SELECT row_number() OVER (ORDER BY day) AS n, sum(bought - sold) AS net, sum(bought_value) / sum(bought) AS paid FROM sides
  WHERE ticker = 'MEDC' AND market = 'RG' AND code = 'LG' AND day BETWEEN '2025-12-08' AND '2026-01-22' GROUP BY day),
walk AS (SELECT 0 AS n, 0::HUGEINT AS held, 0.0::DOUBLE AS cost
  UNION ALL SELECT d.n, held + net, CASE WHEN net <= 0 THEN cost ELSE (held * cost + net * paid) / (held + net) END FROM walk JOIN days d ON d.n = walk.n + 1)
SELECT digits(round(cost, 2)) || ' IDR per share' FROM walk ORDER BY n DESC LIMIT 1
-- accumulation-medc
WITH label AS (SELECT accumulation('MEDC', DATE '2025-12-08', DATE '2026-01-02') AS percent)
SELECT CASE WHEN abs(percent) >= 20 THEN 'Big ' WHEN abs(percent) >= 12.5 THEN 'Normal ' ELSE 'Small ' END
  || CASE WHEN percent > 0 THEN 'Accumulation' ELSE 'Distribution' END FROM label WHERE abs(percent) >= 6
-- accumulation-medc-percent
SELECT digits(round(accumulation('MEDC', DATE '2026-01-05', DATE '2026-01-22'), 2)) || ' percent'
-- accumulation-net-buyers
SELECT count(*) || ' brokers' FROM (SELECT code FROM sides WHERE ticker = 'MEDC' AND market = 'RG' AND day BETWEEN '2026-01-05' AND '2026-01-22'
  GROUP BY code HAVING sum(bought) > sum(sold))
-- counterparties-block
SELECT seller || ', ' || buyer FROM lines WHERE ticker = 'MYOR' AND market = 'NG' AND day = '2026-01-20'
GROUP BY seller, buyer ORDER BY sum(value) DESC LIMIT 1
-- counterparties-value
SELECT sum(value) || ' IDR' FROM lines WHERE ticker = 'MYOR' AND market = 'NG' AND day = '2026-01-20' AND seller = 'CC' AND buyer = 'ZP'
-- negotiated-average
SELECT digits(sum(value) / sum(volume)) || ' IDR per share' FROM lines WHERE ticker = 'MYOR' AND market = 'NG' AND day = '2026-01-20'
-- negotiated-premium
SELECT digits(round(100 * (sum(value) / sum(volume) / closed('MYOR', DATE '2026-01-20') - 1), 2)) || ' percent' FROM lines
WHERE ticker = 'MYOR' AND market = 'NG' AND day = '2026-01-20'
-- close-coin
SELECT closed('COIN', DATE '2026-01-09') || ' IDR per share'
-- rise-coin
SELECT digits(round(100 * (closed('COIN', DATE '2026-01-09') / closed('COIN', DATE '2026-01-02') - 1), 2)) || ' percent'
-- suspension-days
SELECT count(*) || ' days' FROM published WHERE day BETWEEN '2026-01-10' AND '2026-01-20' AND day NOT IN (SELECT day FROM prices WHERE ticker = 'COIN')
-- suspension-close
SELECT missing('COIN', DATE '2026-01-14')
-- suspension-end
SELECT min(day) FROM prices WHERE ticker = 'COIN' AND day > '2026-01-09'
-- lots-bbca
SELECT volume // 100 || ' lots' FROM prices WHERE ticker = 'BBCA' AND day = '2026-01-14' AND volume % 100 = 0
-- tickers-inet-days
SELECT min(day) || ', ' || max(day) FROM lines WHERE ticker = 'INET-R'
-- tickers-inet-kind
SELECT if(regexp_full_match('INET-R', '[A-Z]{4}-R\d*'), 'right', NULL)
-- market-busiest-day
SELECT day FROM lines WHERE market = 'RG' AND day BETWEEN '2026-01-05' AND '2026-01-16' GROUP BY day ORDER BY sum(value) DESC LIMIT 1
-- calendar-missing
SELECT string_agg(day, ', ' ORDER BY day) FROM trading_days WHERE day < '2026-01-01' AND day NOT IN (SELECT day FROM published)
-- calendar-trading-days
SELECT count(*) || ' days' FROM trading_days WHERE day BETWEEN '2026-01-01' AND '2026-01-31'
-- calendar-corrected
SELECT string_agg(day, ', ') FROM replaced
-- none-missing-day
SELECT missing('BBCA', DATE '2025-12-17')
-- none-holiday
SELECT missing('BBCA', DATE '2025-12-25')
-- none-unknown
SELECT missing('ABCD', DATE '2026-01-14')
-- none-future
SELECT missing('BBCA', DATE '2026-03-02')
-- screen-highest
SELECT p.ticker FROM prices p JOIN prices b ON b.ticker = p.ticker AND b.day = '2026-01-07' WHERE p.day = '2026-01-08' ORDER BY p.close / b.close DESC LIMIT 1
-- screen-fell
SELECT count(*) || ' stocks' FROM prices p JOIN prices b ON b.ticker = p.ticker AND b.day = '2026-01-13' WHERE p.day = '2026-01-14' AND p.close < b.close
-- measures-ratio
SELECT digits(round(any_value(p.volume) / median(coalesce(b.volume, 0)), 2)) || ' times' FROM prices p
JOIN published on_day USING (day) JOIN published before ON before.place BETWEEN on_day.place - 20 AND on_day.place - 1
LEFT JOIN prices b ON b.ticker = p.ticker AND b.day = before.day WHERE p.ticker = 'COIN' AND p.day = '2026-01-07'
-- brief-negotiated
SELECT ticker FROM lines WHERE market = 'NG' AND day = '2026-01-20' GROUP BY ticker HAVING sum(value) >= 1e9 ORDER BY sum(value) DESC LIMIT 1
-- brief-streak
WITH nets AS (SELECT place, sum(net) AS net FROM flows JOIN published USING (day) WHERE ticker = 'BBCA' AND market = 'RG' AND day < '2026-01-20' GROUP BY place)
SELECT max(place) - max(place) FILTER (net >= 0) || ' days' FROM nets
-- brokers-parent
SELECT foreign_parent FROM brokers WHERE code = 'ZP'
-- brokers-ranking
SELECT code FROM sides WHERE market = 'NG' AND is_foreign AND day = '2026-01-20' GROUP BY code ORDER BY sum(bought_value) DESC LIMIT 1
-- brokers-stock
SELECT ticker FROM sides WHERE market = 'NG' AND code = 'ZP' AND day = '2026-01-20' GROUP BY ticker ORDER BY sum(bought_value) DESC LIMIT 1
-- cost-batch
SELECT count(DISTINCT ticker) || ' units' FROM (VALUES ('BBCA'), ('BBRI'), ('BMRI'), ('BBCA')) t (ticker)
