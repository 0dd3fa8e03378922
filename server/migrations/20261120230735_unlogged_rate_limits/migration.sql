-- Counted at nearly every call, and worth nothing after a crash: kept out of the write-ahead log.
ALTER TABLE "rate_limits" SET UNLOGGED;
