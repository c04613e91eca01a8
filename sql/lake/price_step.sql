-- The exchange's price step for a price in IDR, as in `src/core/market/price-step.ts`.
CREATE OR REPLACE MACRO price_step(price) AS
CASE WHEN price < 200 THEN 1 WHEN price < 500 THEN 2 WHEN price < 2000 THEN 5 WHEN price < 5000 THEN 10 ELSE 25 END;
