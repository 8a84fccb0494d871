"""The page that shows the progress of a background job."""
