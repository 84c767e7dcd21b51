// Names in the hosts file of the test of private addresses.

/** The name of a machine of the deployment's own network. */
export const INSIDE = "inside.names-under-test.com";
/** The name of a machine anywhere else. */
export const OUTSIDE = "outside.names-under-test.com";
