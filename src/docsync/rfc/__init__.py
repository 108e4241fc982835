"""Decision records: what a record says, how it is named, dated and listed, and its way from proposal to decision."""
