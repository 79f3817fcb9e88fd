/* suites.h: the test files. */
#ifndef SLUICE_SUITES_H
#define SLUICE_SUITES_H

void test_arguments(void);
void test_callable(void);
void test_contract(void);
void test_load(void);
void test_context(void);
void test_probe(void);
void test_text(void);

/* Path of one of the fake libraries; kept until the program ends. */
const char *fake_path(const char *name);

#endif
