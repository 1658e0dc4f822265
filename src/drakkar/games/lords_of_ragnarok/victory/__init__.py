"""Control of Regions, and victory (sections 1, 4 and 23)."""
