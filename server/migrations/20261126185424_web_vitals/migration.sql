CREATE TABLE "web_vitals" (
	"day" date,
	"page" text,
	"language" text,
	"line" text,
	"metric" text,
	"bound" integer,
	"visits" integer NOT NULL,
	CONSTRAINT "web_vitals_pkey" PRIMARY KEY("day","page","language","line","metric","bound"),
	CONSTRAINT "web_vitals_page_length" CHECK (char_length("page") between 1 and 60),
	CONSTRAINT "web_vitals_language_known" CHECK ("language" in ('en', 'fr', 'ht', 'es')),
	CONSTRAINT "web_vitals_line_known" CHECK ("line" in ('slow-2g', '2g', '3g', '4g', 'unknown')),
	CONSTRAINT "web_vitals_metric_known" CHECK ("metric" in ('LCP', 'INP', 'CLS', 'TTFB')),
	CONSTRAINT "web_vitals_bound_range" CHECK ("bound" >= 1),
	CONSTRAINT "web_vitals_visits_range" CHECK ("visits" >= 1)
);
